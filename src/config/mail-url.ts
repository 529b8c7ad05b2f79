import { ConfigError } from './env'

/** How the mail server is reached. */
export interface MailSettings {
  host: string
  port: number
  /** `starttls` begins in the clear and insists on encryption; `tls` is encrypted from the start. */
  security: 'none' | 'starttls' | 'tls'
  login: { user: string; password: string } | undefined
  /** `From` of every mail. */
  sender: string
}

const DEFAULT_PORT = 25

/**
 * Settings from `smtp://[user:password@]host[:port][?tls=True|?ssl=True]`, user and password percent-encoded;
 * undefined without a URL: no mail is sent then.
 *
 * @throws ConfigError, without repeating the URL: it holds a password.
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
    throw new ConfigError('EMAIL_URL asks for both tls and ssl: keep the one your server speaks.')
  if (isOn('ssl')) return 'tls'
  return isOn('tls') ? 'starttls' : 'none'
}
