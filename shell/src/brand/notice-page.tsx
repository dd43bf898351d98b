import type { ReactNode } from 'react';

export interface NoticePageProps {
  icon: ReactNode;
  title: string;
  text: string;
  role?: 'alert' | 'status';
  children?: ReactNode;
}

/** Shown in place of a page: what is wrong, and what the person can do about it. */
export function NoticePage({ icon, title, text, role, children }: NoticePageProps) {
  return (
    <section className="notice-page" role={role}>
      <div className="notice-icon">{icon}</div>
      <h1 className="notice-title">{title}</h1>
      <p className="notice-text">{text}</p>
      {children !== undefined && <div className="notice-actions">{children}</div>}
    </section>
  );
}
