import { httpDate } from '@/lib/http-date'
import type { TreeEntry } from '@/storage/inbox-tree'

/** What a listing says of one thing. */
export interface Listed {
  href: string
  entry: TreeEntry
}

/** The body of an answer to PROPFIND (RFC 4918, 9.1): all that is known of everything, whatever was asked for. */
export const multistatus = (listed: readonly Listed[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${listed.map(response).join('')}</D:multistatus>\n`

const response = ({ href, entry }: Listed) =>
  `<D:response><D:href>${escapeXml(href)}</D:href><D:propstat><D:prop>${properties(entry)}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`

function properties({ name, isFolder, size, modifiedAt }: TreeEntry): string {
  const known = `<D:displayname>${escapeXml(name)}</D:displayname><D:getlastmodified>${httpDate(modifiedAt)}</D:getlastmodified>`
  return isFolder
    ? `<D:resourcetype><D:collection/></D:resourcetype>${known}`
    : `<D:resourcetype/><D:getcontentlength>${size}</D:getcontentlength><D:getcontenttype>application/octet-stream</D:getcontenttype><D:getetag>${escapeXml(davTag({ size, modifiedAt }))}</D:getetag>${known}`
}

/** The entity tag of a file. */
export const davTag = ({ size, modifiedAt }: Pick<TreeEntry, 'size' | 'modifiedAt'>): string =>
  `"${size.toString(36)}-${Math.round(modifiedAt * 1000).toString(36)}"`

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
