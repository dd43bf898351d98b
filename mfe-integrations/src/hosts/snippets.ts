import type { EmbeddableModule, Host } from '@primazia/backend/identity/contract';

interface Place {
  /** Where the product is: an origin. */
  baseUrl: string;
  companyId: number;
}

/** The lines of the host's page; null: no module is installed that the host may show. */
export function pageLines(
  { modules }: Pick<Host, 'modules'>,
  embeddable: readonly EmbeddableModule[],
  { baseUrl, companyId }: Place,
): string | null {
  const tag = embeddable.find(({ name }) => modules?.includes(name) ?? true)?.tag;
  if (tag === undefined) return null;
  return `<script src="${baseUrl}/embed.js" async></script>
<${tag} company="${companyId}" locale="pt-BR"></${tag}>
<script>
  const primazia = document.querySelector('${tag}');
  // Your server answers with a token of the person who is signed in to you.
  primazia.refreshToken = async ({ module }) => {
    const answer = await fetch(\`/primazia-token?module=\${module}\`);
    return await answer.text();
  };
</script>`;
}

/** The code of the host's server, in Node.js. */
export function serverLines(
  { issuer, kid, algorithm }: Pick<Host, 'issuer' | 'kid' | 'algorithm'>,
  { baseUrl }: Pick<Place, 'baseUrl'>,
): string {
  const text = JSON.stringify;
  return `import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose'; // npm install jose

const key = await importPKCS8(readFileSync('primazia-private.pem', 'utf8'), '${algorithm}');

/** For the person who is signed in to you; "email" is that of a person of the company in Primazia. */
export async function primaziaToken(email, module) {
  const token = await new SignJWT({ email, module })
    .setProtectedHeader({ alg: '${algorithm}', kid: ${text(kid)} })
    .setIssuer(${text(issuer)})
    .setAudience('primazia')
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(key);
  const answer = await fetch(${text(`${baseUrl}/api/auth/any-token`)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(\`Primazia answered \${answer.status}\`);
  return (await answer.json()).token;
}`;
}

/** Makes a pair of keys, and shows the public one. */
export const KEY_LINES = `openssl ecparam -name prime256v1 -genkey -noout \\
  | openssl pkcs8 -topk8 -nocrypt -out primazia-private.pem
openssl pkey -in primazia-private.pem -pubout`;
