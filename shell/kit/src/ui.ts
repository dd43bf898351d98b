// The parts of pages: Spectrum, icons, states of waiting and failure, and cells of listings.

export { ComparisonTable, Reputation } from './comparison/deferred.ts';
export { reputationWords } from './comparison/reputation-words.ts';
export { sayHours } from './comparison/shipping-time.ts';
export { useTypeName } from './comparison/use-type-name.ts';
export { Ago } from './format/ago.tsx';
export { Help, type Term } from './help/help.tsx';
export {
  AddIcon,
  AlertCircleIcon,
  AlertIcon,
  ArchiveIcon,
  ArrowDownIcon,
  ArrowUpIcon,
  BeakerIcon,
  BellIcon,
  BoxIcon,
  BuildingIcon,
  CardIcon,
  CheckmarkCircleIcon,
  CheckmarkIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClockIcon,
  CloseIcon,
  CloudDisconnectedIcon,
  CodeIcon,
  CompareIcon,
  CopyIcon,
  DownloadIcon,
  EditIcon,
  FileDataIcon,
  GlobeIcon,
  HeartIcon,
  HelpIcon,
  HistoryIcon,
  InfoIcon,
  LayersIcon,
  LinkIcon,
  LinkOutIcon,
  LockClosedIcon,
  LogInIcon,
  LogOutIcon,
  MoneyIcon,
  MoreIcon,
  PauseIcon,
  PeopleIcon,
  PlayIcon,
  RefreshIcon,
  RemoveCircleIcon,
  SearchIcon,
  SendIcon,
  SettingsIcon,
  ShowMenuIcon,
  TaskListIcon,
  TrophyIcon,
  UndoIcon,
  UnlinkIcon,
  UploadIcon,
  WebPageIcon,
} from './icons.ts';
export { SearchSelect } from './list/deferred.ts';
export { AdCell } from './listing/ad-cell.tsx';
export { MarketplaceMark } from './listing/marketplaces.tsx';
export { SellerName, ShopLink } from './listing/seller-name.tsx';
export { BuyboxTag, StatusTag, shownBuybox } from './listing/tags.tsx';
export { TwoLines } from './listing/two-lines.tsx';
export { Winner } from './listing/winner.tsx';
export { ElsewhereLink } from './module/elsewhere-link.tsx';
export {
  ActionButton,
  AlertDialog,
  Button,
  ButtonGroup,
  Checkbox,
  Content,
  ContextualHelp,
  Dialog,
  DialogContainer,
  DialogTrigger,
  Divider,
  Header,
  Heading,
  IllustratedMessage,
  InlineAlert,
  Item,
  Menu,
  MenuTrigger,
  Picker,
  ProgressBar,
  ProgressCircle,
  SearchField,
  Section,
  Text,
  TextField,
  VisuallyHidden,
} from './spectrum.ts';
export { ConsequencesDialog } from './states/consequences-dialog.tsx';
export { ScrollRegion } from './states/scroll-region.tsx';
export { EmptyState, ErrorState, Skeleton } from './states/states.tsx';
export { toast } from './toast/toast.tsx';
