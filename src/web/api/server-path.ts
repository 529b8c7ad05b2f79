/**
 * A path of this server as the browser has to ask for it: below the path that the whole server may be under, which the
 * page names.
 */
export function serverPath(path: string): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')
  return `${tag?.content ?? ''}${path}`
}
