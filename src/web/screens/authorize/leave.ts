/** The host of an address, or what else names where it leads (`com.example.app:` for an app on a phone). */
export function destinationOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return url.host === '' ? url.protocol : url.host
}

/** Where an app wants its users back who refuse it (RFC 6749 §4.1.2.1). */
export function refusalUrl(redirectUri: string, state: string | undefined): string {
  const [address = '', ...fragment] = redirectUri.split('#')
  const answer = new URLSearchParams({ error: 'access_denied', ...(state && { state }) })
  const joint = address.includes('?') ? '&' : '?'
  return [`${address}${joint}${answer}`, ...fragment].join('#')
}
