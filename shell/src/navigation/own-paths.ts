/** Where tests of the stage environment stand. */
export const TEST_PATHS = ['/app/test/magalu', '/app/integration/test/magalu'] as const;

export const TEAM = '/app/equipe';
export const AUDIT = '/app/auditoria';
/** What a person wants of the bell. */
export const NOTIFICATIONS = '/app/notificacoes';

/** Pages below `/app` that are the shell's own: no module takes them. */
export const OWN_PATHS: readonly string[] = [...TEST_PATHS, TEAM, AUDIT, NOTIFICATIONS];
