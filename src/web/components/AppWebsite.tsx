/** The website of an app: a link when it leads to the web, else the bare text. */
export function AppWebsite({ address }: { address: string }) {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {`${url.host}${url.pathname}`.replace(/\/$/, '')}
    </a>
  )
}
