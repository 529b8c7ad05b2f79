const HIDDEN = '…'
/** Shorter values are more likely to be ordinary words than secrets. */
const MIN_LENGTH = 4

/** Everything in URLs except the host (passwords, keys, and places that users look at), and tokens in headers. */
const PATTERNS: readonly [pattern: RegExp, replacement: string][] = [
  [/(\w:\/\/)[^\s/@]+@/g, '$1'],
  [/(\w:\/\/[^\s/?#"']+)[/?#][^\s"']+/g, `$1/${HIDDEN}`],
  [/([?&][\w.-]+=)[^\s&#"']+/g, `$1${HIDDEN}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
]

/** Hides the given secrets, and everything that looks like a secret, in a text that is shown to administrators. */
export function hideSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets
    .filter((secret) => secret !== undefined && secret.length >= MIN_LENGTH)
    .reduce<string>((rest, secret) => rest.replaceAll(secret ?? '', HIDDEN), text)
  return PATTERNS.reduce((rest, [pattern, shown]) => rest.replace(pattern, shown), known)
}
