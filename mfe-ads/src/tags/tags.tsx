import { useTagName } from './use-tag-name.ts';
import './tags.css';

/** The tags of a campaign. */
export function Tags({ tags }: { tags: readonly string[] }) {
  const nameOf = useTagName();
  return (
    <span className="tags">
      {tags.map((tag) => (
        <span key={tag}>{nameOf(tag)}</span>
      ))}
    </span>
  );
}
