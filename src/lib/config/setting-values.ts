import { ConfigError } from './environment-variables'

/** The parts of a text that commas separate. */
export const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns a whole number. @throws ConfigError unless the text is one within the limits */
export function wholeNumber(
  name: string,
  text: string | undefined,
  limits: { fallback: number; min: number; max: number },
): number {
  if (text === undefined) return limits.fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= limits.min && value <= limits.max) return value
  throw new ConfigError(
    `${name} is '${text}': give a whole number from ${limits.min} to ${limits.max}.`,
  )
}

/** Returns one of some words. @throws ConfigError when the text is another one */
export function oneOf<Word extends string>(
  name: string,
  text: string | undefined,
  words: readonly Word[],
  fallback: Word,
): Word {
  if (text === undefined) return fallback
  const found = words.find((word) => word === text)
  if (found) return found
  throw new ConfigError(`${name} is '${text}': choose one of ${words.join(', ')}.`)
}

/** Returns whether a setting is `true`, in any case. @throws ConfigError when it is neither `true` nor `false` */
export const yesOrNo = (name: string, text: string | undefined, fallback: boolean) =>
  oneOf(name, text?.toLowerCase(), ['true', 'false'], fallback ? 'true' : 'false') === 'true'

/** Returns an address without slashes at its end. @throws ConfigError unless it is http or https */
export function serviceUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} is '${text}': give an address that starts with http:// or https://.`,
  )
}

/** Scheme, host and optional port, as browsers send them. Mobile apps use other schemes, such as `capacitor:`. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/

/** Returns a list of origins, or `['*']` for all. @throws ConfigError when one is no origin */
export function parseOrigins(name: string, text: string): string[] {
  const origins = list(text).map((origin) => origin.toLowerCase().replace(/\/$/, ''))
  const wrong = origins.find((origin) => origin !== '*' && !ORIGIN.test(origin))
  if (wrong)
    throw new ConfigError(
      `${name} contains '${wrong}': give origins like https://app.example.org, or * for all.`,
    )
  return origins.includes('*') ? ['*'] : origins.map(withoutDefaultPort)
}

/** Browsers omit the default port of http and https. */
function withoutDefaultPort(origin: string): string {
  const standard = URL.parse(origin)?.origin
  return standard === undefined || standard === 'null' ? origin : standard
}
