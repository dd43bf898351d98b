import { useParams } from '@tanstack/react-router';
import { RuleImport } from '../spreadsheets/rule-import.tsx';

/** The file that the address names; no file has the id 0, and the page says so. */
export function RuleImportPage() {
  const { sheetId } = useParams({ strict: false });
  const id = Number(sheetId);
  return <RuleImport id={Number.isSafeInteger(id) && id > 0 ? id : 0} />;
}
