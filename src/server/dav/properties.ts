import type { LockRequest } from './locks'
import { escapeXml, MULTISTATUS, readXml } from './multistatus'
import { davHref } from './path'

/** Matches the properties of a PROPPATCH request with their values: simple elements, of any namespace. */
const PROPERTY = /<(?:[\w.-]+:)?(lastmodified|getlastmodified|Win32\w+)\b([^>]*)>([^<]*)</gi

/**
 * Sets the modification time of a file (PROPPATCH), in the forms that rclone, ownCloud and Windows send. Other properties
 * of Windows are accepted without effect, because Explorer fails otherwise. NOTE the XML is not parsed, so that entities
 * in it have no effect.
 */
export async function setProperties({
  request,
  inbox,
  path,
  basePath,
}: LockRequest): Promise<Response> {
  const entry = await inbox.find(path)
  if (!entry) return new Response(null, { status: 404 })
  const body = await readXml(request)
  const found = [...body.matchAll(PROPERTY)].map(([, name = '', , value = '']) => ({ name, value }))
  const times = found.map(propertyTime).filter((time) => time !== undefined)
  const modifiedAt = times.at(-1)
  if (modifiedAt !== undefined && !entry.isFolder) await inbox.setModifiedAt(path, modifiedAt)
  const status = found.length > 0 ? '200 OK' : '403 Forbidden'
  const names = found.map(({ name }) => `<x:${name} xmlns:x="DAV:"/>`).join('')
  const href = escapeXml(davHref(basePath, path, entry.isFolder))
  return new Response(
    `${MULTISTATUS.start}<D:response><D:href>${href}</D:href><D:propstat><D:prop>${names}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat></D:response>${MULTISTATUS.end}`,
    { status: 207, headers: { 'content-type': 'application/xml; charset=utf-8' } },
  )
}

/** Milliseconds since the Unix epoch; undefined for a property that is no modification time. */
function propertyTime({ name, value }: { name: string; value: string }): number | undefined {
  if (!/^(get|win32)?lastmodified(time)?$/i.test(name)) return undefined
  return parseModificationTime(value)
}

/** The latest time that file systems commonly support, in seconds. */
const MAX_SECONDS = 2 ** 33

/** Parses a modification time: seconds since the Unix epoch, or the date of an HTTP header. In milliseconds. */
export function parseModificationTime(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? ''
  const time = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed)
  return time > 0 && time < MAX_SECONDS * 1000 ? time : undefined
}
