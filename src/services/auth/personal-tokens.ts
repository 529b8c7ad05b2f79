import type { Ids } from '@/lib/text/ids'

/** Prefix by which users and secret scanners recognise the tokens. */
const PREFIX = 'mpt_'
/** Letters and digits after the prefix: 238 bits. */
const LENGTH = 40

/** Generates a personal access token. The raw token is shown once, when it is created; only its digest is stored. */
export const newPersonalToken = (ids: Ids): string => PREFIX + ids.alphanumeric(LENGTH)

/** Whether a text has the form of a personal access token, valid or not. */
export const isPersonalToken = (text: string): boolean => text.startsWith(PREFIX)
