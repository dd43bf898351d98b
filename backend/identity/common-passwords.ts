// Passwords that everybody tries first. On the usual lists, those that satisfy our rules are a few words with a capital,
// a sign and a number added: only the words are listed here, and the additions are stripped before the comparison.

/** From published lists of leaked passwords, and obvious ones of this product. */
const WORDS: ReadonlySet<string> = new Set(
  `a aa ab abc abcd abcde abcdef access acesso admin administrador administrator adminadmin alfa alterar amazon amigo
  amor asdf asdfgh asdfghjkl batman bemvindo bonjour brasil brazil carlos casa changeme cliente company contrasena
  corinthians deus dragon ecuador empresa espana estrela familia felicidade feliz flamengo football freedom futebol
  guest hello hola iloveyou jesus jesuscristo jose letmein login loja lojista maria marketplace master mercado
  mercadolibre mercadolivre mexico monkey mudar mudarsenha nova ola palmeiras pass passpass passw passwd password
  passwords portugal primavera primazia princess q qaz qazwsx qwer qwert qwerty qwertyui qwertyuiop root sao santos
  secret secreta segredo seguro senha senhas shadow shop spring starwars store summer sunshine superman teamo temp
  temporal test teste testing teste tester trocar trustno user usuario vendas vendedor verano verao welcome winter x
  xx xyz z zaq zxcv zxcvbn zxcvbnm`.split(/\s+/),
);

const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

const withoutRest = (text: string) => text.replace(/[^a-z]/g, '');
const read = (text: string) => withoutRest(text.replace(/[@431!05$7]/g, (sign) => LETTERS[sign]!));

/** Whether a password is one of those words with numbers and signs before, inside or behind it. */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Letters of other scripts are not stripped: such a password is none of these words.
  if (/[^a-z]/.test(plain.replace(/[^\p{L}]/gu, ''))) return false;
  const front = plain.slice(0, plain.search(/[^a-z]*$/));
  const core = front.slice(Math.max(0, front.search(/[a-z]/)));
  // A sign at its end may stand for the last letter.
  const signed = plain.slice(0, plain.search(/[^a-z@$]*$/));
  return [withoutRest(core), read(front), read(core), read(signed)].some((word) => WORDS.has(word));
}
