import { hashText } from '@/lib/text/digest'
import { decodeShortId, encodeShortId } from '@/lib/text/short-id'

/** Characters of a hash that an id is derived from. */
const ID_DIGITS = 32

/** The short id for an imported item, and whether the user has an item with it already. */
export interface OwnShortId {
  shortId: string
  isStored: boolean
}

/**
 * Returns the short id for an item of an export: that of the source server, or one that is derived from it if that is
 * missing or belongs to another user. Every import of the item gets the same one, so that it is not added twice.
 * Undefined if both belong to others.
 *
 * @param findOwner finds the id of the owner of the item with this short id
 */
export async function chooseShortId(
  { userId, given, text }: { userId: number; given: unknown; text: string },
  findOwner: (shortId: string) => Promise<number | undefined>,
): Promise<OwnShortId | undefined> {
  const isValid = typeof given === 'string' && decodeShortId(given) !== undefined
  const digest = hashText(`${userId} ${isValid ? given : text}`)
  const derived = encodeShortId(digest.slice(0, ID_DIGITS))
  for (const shortId of isValid ? [given, derived] : [derived]) {
    const owner = await findOwner(shortId)
    if (owner === undefined || owner === userId) return { shortId, isStored: owner !== undefined }
  }
  return undefined
}
