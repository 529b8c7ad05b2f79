import { ConfigError } from './environment-variables'

/** How to connect to the mail server. */
export interface MailSettings {
  host: string
  port: number
  /** `starttls` connects without encryption and then requires it; `tls` is encrypted from the start. */
  security: 'none' | 'starttls' | 'tls'
  login: { user: string; password: string } | undefined
  /** The `From` address of every mail. */
  sender: string
}

const DEFAULT_PORT = 25

/**
 * Parses `smtp://[user:password@]host[:port][?tls=True|?ssl=True]`, with user and password percent-encoded. Returns
 * undefined without a URL, which disables mail.
 *
 * @throws ConfigError, whose message does not contain the URL, because the URL contains a password.
 */
export function parseMailSettings(
  url: string | undefined,
  sender: string | undefined,
): MailSettings | undefined {
  if (!url) return undefined
  if (!sender)
    throw new ConfigError(
      'EMAIL_URL is set but SENDER_EMAIL is not: set the sender, or remove EMAIL_URL.',
    )
  if (!/.@./.test(sender)) throw new ConfigError(`SENDER_EMAIL is '${sender}': give an address.`)
  const { hostname, port, username, password, searchParams, protocol } = parsed(url)
  if (protocol !== 'smtp:' || hostname === '') throw malformed()
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORT : Number(port),
    security: security(searchParams),
    login: username === '' ? undefined : { user: decoded(username), password: decoded(password) },
    sender,
  }
}

const malformed = () =>
  new ConfigError(
    'EMAIL_URL is not of the form smtp://user:password@host:port?tls=True: percent-encode special characters.',
  )

function parsed(url: string): URL {
  if (!URL.canParse(url)) throw malformed()
  return new URL(url)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

function security(query: URLSearchParams): MailSettings['security'] {
  const isOn = (name: string) => query.get(name)?.toLowerCase() === 'true'
  if (isOn('tls') && isOn('ssl'))
    throw new ConfigError('EMAIL_URL has both tls and ssl: keep the one that your server supports.')
  if (isOn('ssl')) return 'tls'
  return isOn('tls') ? 'starttls' : 'none'
}
