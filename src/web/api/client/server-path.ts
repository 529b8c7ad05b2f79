/**
 * Returns the URL path of a server path: prefixed with the base path that a reverse proxy may serve Milepost under,
 * which the page declares in a meta tag.
 */
export function toServerPath(path: string): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')
  return `${tag?.content ?? ''}${path}`
}
