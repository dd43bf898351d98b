// Identity providers: one group of settings for each, named by the middle part of the names. `OIDC_GOOGLE_ISSUER`,
// `OIDC_GOOGLE_CLIENT_ID`, `OIDC_GOOGLE_CLIENT_SECRET` make the provider `google`; `OIDC_GOOGLE_LABEL` is the label of
// its button, `OIDC_GOOGLE_HOSTS` names further hosts that its discovery document refers to.

/** An OpenID Connect provider. */
export interface SignInProvider {
  /** Its name in addresses: `google`. */
  id: string;
  /** Its name on the button: `Google`. */
  name: string;
  /** Exactly as in its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The hosts that are called, with the port where it is not the default; the issuer's is the first. */
  hosts: readonly string[];
}

const SETTING = /^OIDC_([A-Z][A-Z0-9]{0,29})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|HOSTS)$/;
/** A setting of all providers, which `config.ts` reads. */
const LINK_BY_EMAIL = 'OIDC_LINK_BY_EMAIL';

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
const LOCAL = ['localhost', '127.0.0.1'];

/** https, or plain http on this machine; without query and fragment, as the standard requires. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value) || /[\s?#]/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.includes(hostname));
}

type Group = Partial<Record<string, string>>;

const hostsOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');

/** The faults in the settings of a provider; a secret is never repeated. */
function faultsOf(name: string, group: Group): string[] {
  const faults: string[] = [];
  for (const needed of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET']) {
    if (!group[needed]) faults.push(`OIDC_${name}_${needed} is needed for the provider ${name}`);
  }
  if (group.ISSUER && !isIssuer(group.ISSUER)) {
    faults.push(
      `OIDC_${name}_ISSUER must be an https address without query, or http on this machine`,
    );
  }
  if (group.LABEL !== undefined && !/^[^\p{Cc}]{1,40}$/u.test(group.LABEL)) {
    faults.push(`OIDC_${name}_LABEL must have 40 characters at most, on one line`);
  }
  if (!hostsOf(group.HOSTS).every((host) => HOST.test(host))) {
    faults.push(
      `OIDC_${name}_HOSTS must be names of hosts with commas between: keys.provider.example`,
    );
  }
  return faults;
}

const toProvider = (name: string, group: Group): SignInProvider => {
  const issuer = group.ISSUER ?? '';
  return {
    id: name.toLowerCase(),
    name: group.LABEL ?? name.slice(0, 1) + name.slice(1).toLowerCase(),
    issuer,
    clientId: group.CLIENT_ID ?? '',
    clientSecret: group.CLIENT_SECRET ?? '',
    hosts: [new URL(issuer).host, ...hostsOf(group.HOSTS)],
  };
};

/** The providers in the environment, and the faults in their settings. An empty value counts as not given. */
export function readProviders(env: Record<string, string | undefined>): {
  providers: SignInProvider[];
  faults: string[];
} {
  const groups = new Map<string, Group>();
  const faults: string[] = [];
  for (const [key, given] of Object.entries(env)) {
    const value = given?.trim();
    if (!key.startsWith('OIDC_') || key === LINK_BY_EMAIL || !value) continue;
    const [, name, part] = SETTING.exec(key) ?? [];
    if (name === undefined || part === undefined) {
      faults.push(
        `${key} is no setting: a provider has OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _LABEL and _HOSTS`,
      );
      continue;
    }
    groups.set(name, { ...groups.get(name), [part]: value });
  }
  const providers: SignInProvider[] = [];
  for (const name of [...groups.keys()].sort()) {
    const group = groups.get(name)!;
    const wrong = faultsOf(name, group);
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    const provider = toProvider(name, group);
    const twin = providers.find(({ issuer }) => issuer === provider.issuer);
    // An identity is known by its issuer: two providers of one issuer would be one.
    if (twin !== undefined) {
      faults.push(`OIDC_${name}_ISSUER is that of OIDC_${twin.id.toUpperCase()}_ISSUER already`);
    }
    providers.push(provider);
  }
  return { providers, faults };
}
