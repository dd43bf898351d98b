import { Activity, createContext, type ReactNode, useContext } from 'react';

/** Whether there is time for what is heavy; false for the moment in which a hidden module comes to be seen. */
export const HasTime = createContext(true);

/**
 * What takes long to show: where a module is come back to, the page is seen without it first. Nothing of it is drawn
 * anew.
 */
export function Later({ children }: { children: ReactNode }) {
  return <Activity mode={useContext(HasTime) ? 'visible' : 'hidden'}>{children}</Activity>;
}
