import { formatHttpDate } from '@/lib/time/http-date'
import { readLimited } from '@/server/http/body'
import type { InboxEntry } from '@/use-cases/imports/inbox/user-inbox'

/** A file or folder in a listing, with its URL. */
export interface Listed {
  href: string
  entry: InboxEntry
  /** SHA-1 of a file, if it is known. */
  checksum?: string | undefined
  /** Further property elements. */
  more?: string
}

/** Before and after the `response` elements of a PROPFIND response (RFC 4918, 9.1). */
export const MULTISTATUS = {
  start: '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">',
  end: '</D:multistatus>\n',
}

/** The `response` element of a file or folder: all of its properties, regardless of the ones requested. */
export const listedResponse = ({ href, entry, checksum, more = '' }: Listed): string =>
  `<D:response><D:href>${escapeXml(href)}</D:href><D:propstat><D:prop>${properties(entry)}${checksumProperty(checksum)}${more}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`

/** The property from which rclone and others read checksums, with the namespace of ownCloud. */
const checksumProperty = (sha1: string | undefined) =>
  sha1 === undefined
    ? ''
    : `<oc:checksums xmlns:oc="http://owncloud.org/ns"><oc:checksum>SHA1:${sha1}</oc:checksum></oc:checksums>`

function properties({ name, isFolder, size, modifiedAt }: InboxEntry): string {
  const known = `<D:displayname>${escapeXml(name)}</D:displayname><D:getlastmodified>${formatHttpDate(modifiedAt)}</D:getlastmodified>`
  return isFolder
    ? `<D:resourcetype><D:collection/></D:resourcetype>${known}`
    : `<D:resourcetype/><D:getcontentlength>${size}</D:getcontentlength><D:getcontenttype>application/octet-stream</D:getcontenttype><D:getetag>${escapeXml(davTag({ size, modifiedAt }))}</D:getetag>${known}`
}

/** The entity tag of a file. */
export const davTag = ({ size, modifiedAt }: Pick<InboxEntry, 'size' | 'modifiedAt'>): string =>
  `"${size.toString(36)}-${Math.round(modifiedAt * 1000).toString(36)}"`

/** Escapes a text for XML. */
export const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Maximum bytes of an XML request. */
const MAX_REQUESTED = 65_536

/** Reads the XML of a request as text; it is never parsed as a document. @throws 413 */
export const readXml = async (request: Request): Promise<string> =>
  (await readLimited(request, MAX_REQUESTED, 'too much was asked')).toString()
