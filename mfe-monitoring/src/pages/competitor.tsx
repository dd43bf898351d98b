import { useParams } from '@tanstack/react-router';
import { Competitor, type Seller } from '../competitor/competitor.tsx';

/** The page of one competitor. */
export function CompetitorPage() {
  return <Competitor {...(useParams({ strict: false }) as Seller)} />;
}
