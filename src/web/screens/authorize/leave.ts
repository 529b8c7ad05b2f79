/** The host of a URL, or its scheme for an app on a phone (`com.example.app:`). */
export function getDestination(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return url.host === '' ? url.protocol : url.host
}

/** The redirect URI with an `access_denied` error (RFC 6749 §4.1.2.1). */
export function accessDeniedUrl(redirectUri: string, state: string | undefined): string {
  const [address = '', ...fragment] = redirectUri.split('#')
  const parameters = new URLSearchParams({ error: 'access_denied', ...(state && { state }) })
  const joint = address.includes('?') ? '&' : '?'
  return [`${address}${joint}${parameters}`, ...fragment].join('#')
}
