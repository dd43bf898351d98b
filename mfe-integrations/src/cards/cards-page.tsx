import { type ApiError, useFocusKept } from '@primazia/kit';
import { AddIcon, Button, EmptyState, ErrorState, Skeleton, Text } from '@primazia/kit/ui';
import { type ReactNode, useRef } from 'react';

interface CardsPageProps<Item> {
  title: string;
  intro: string;
  /** The button that adds an item; null: the person may not. */
  add: { label: string; onPress: () => void } | null;
  query: { items: readonly Item[] | undefined; error: ApiError | null; refetch: () => void };
  empty: { title: string; text: string };
  card: (item: Item) => ReactNode;
  /** The dialogs of the page. */
  children: ReactNode;
}

/** A page of cards with a button that adds one, which is in the middle of an empty page. */
export function CardsPage<Item extends { id: number }>(props: CardsPageProps<Item>) {
  const { title, intro, query, empty, card, children } = props;
  const { items, error, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  const add = props.add !== null && (
    <Button variant="accent" onPress={props.add.onPress}>
      <AddIcon />
      <Text>{props.add.label}</Text>
    </Button>
  );
  return (
    <section className="page">
      <header className="page__head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="remark">{intro}</p>
        </div>
        {items !== undefined && items.length > 0 && add}
      </header>
      {items === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : items.length === 0 ? (
        <EmptyState kind="nothing-yet" {...empty} action={add} />
      ) : (
        <ul className="accounts">
          {items.map((item) => (
            <li key={item.id}>{card(item)}</li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
