/** The test pages of the stage environment. */
export const TEST_PATHS = ['/app/test/magalu', '/app/integration/test/magalu'] as const;

export const TEAM = '/app/equipe';
export const AUDIT = '/app/auditoria';
/** A person's settings of the bell. */
export const NOTIFICATIONS = '/app/notificacoes';

/** Pages below `/app` that belong to the shell: no module may claim them. */
export const OWN_PATHS: readonly string[] = [...TEST_PATHS, TEAM, AUDIT, NOTIFICATIONS];
