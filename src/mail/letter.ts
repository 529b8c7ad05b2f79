import type { UserRow } from '@/db/queries/users'
import type { Device } from '@/lib/user-agent'
import { mailDate } from './dates'
import { type Translate, translator } from './texts'

/** One part of a mail, in the order of reading. */
export type Block =
  | { kind: 'text'; text: string }
  /** A link that the reader is expected to follow. */
  | { kind: 'action'; label: string; url: string }
  /** Words of somebody else: a reason, a comment. */
  | { kind: 'quote'; text: string }
  /** A picture, with what it shows in words. */
  | { kind: 'image'; text: string; url: string }
  /** What matters less. */
  | { kind: 'note'; text: string }

/** What a mail says, before it is written as text and HTML. */
export interface MailContent {
  /** Without the product's name, which is put before it. */
  subject: string
  blocks: Block[]
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })
export const quote = (words: string): Block => ({ kind: 'quote', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const image = (words: string, url: string): Block => ({ kind: 'image', text: words, url })

/** Who gets a mail, and what decides how it is written. */
export type Recipient = Pick<
  UserRow,
  'username' | 'email' | 'language' | 'timezone' | 'date_format'
>

/** What a message needs to write to somebody. */
export interface Letter {
  username: string
  text: Translate
  /** The address of a page of this server, from its path. */
  link: (path: string) => string
  /** A date and time as the recipient reads it. */
  date: (instant: number) => string
}

/** One kind of mail, filled with what it is about. */
export type Message = (letter: Letter) => MailContent

/** The letter to somebody, from the server at `uiUrl`. */
export function letterTo(recipient: Recipient, uiUrl: string): Letter {
  return {
    username: recipient.username,
    text: translator(recipient.language),
    link: (path) => `${uiUrl}${path}`,
    date: (instant) => mailDate(instant, recipient),
  }
}

/** Where a request came from, when that is known. */
export const askedFrom = ({ text }: Letter, device: Device | undefined): Block[] =>
  device ? [note(text('common.device', { os: device.os, browser: device.browser }))] : []
