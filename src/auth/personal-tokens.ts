import type { Ids } from '@/lib/ids'

/** By which people, and programs that look for leaked secrets, know such a token when they see one. */
const PREFIX = 'mpt_'
/** Letters and digits after the prefix: 238 bits. */
const LENGTH = 40

/** A new token for a program of one's own. It is told once; only its digest is stored. */
export const newPersonalToken = (ids: Ids): string => PREFIX + ids.alphanumeric(LENGTH)

/** Whether a text looks like such a token, good or not. */
export const isPersonalToken = (text: string): boolean => text.startsWith(PREFIX)
