import { Icon, type IconProps } from '@adobe/react-spectrum/Icon';

/** The place of an icon that is on its way: as large as the icon, so that nothing goes from under a press. */
export const IconPlace = (given: Omit<IconProps, 'children'>) => (
  <Icon {...given}>
    <svg />
  </Icon>
);
