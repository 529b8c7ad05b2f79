/**
 * A path on this server to open after a login. Other values are replaced by the dashboard, to prevent open redirects.
 */
export function localPath(from: string | undefined): string {
  return from && /^\/(?![/\\])/.test(from) ? from : '/'
}
