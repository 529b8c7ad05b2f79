/** A path of this page to go to after a login; anything that could lead elsewhere becomes the dashboard. */
export function localPath(from: string | undefined): string {
  return from && /^\/(?![/\\])/.test(from) ? from : '/'
}
