/** The website of an app: a link if its protocol is HTTP or HTTPS, otherwise plain text. */
export function AppWebsite({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {`${url.host}${url.pathname}`.replace(/\/$/, '')}
    </a>
  )
}
