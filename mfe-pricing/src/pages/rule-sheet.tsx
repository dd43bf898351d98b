import { useParams } from '@tanstack/react-router';
import { RuleSheet } from '../sheets/rule-sheet.tsx';

/** The file that the address names; no file has the id 0, and the page says so. */
export function RuleSheetPage() {
  const { sheetId } = useParams({ strict: false });
  const id = Number(sheetId);
  return <RuleSheet id={Number.isSafeInteger(id) && id > 0 ? id : 0} />;
}
