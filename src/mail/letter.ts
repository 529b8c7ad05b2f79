import type { UserRow } from '@/db/queries/users'
import type { Device } from '@/lib/user-agent'
import type { Block, MailContent } from './content'
import { note } from './content'
import { mailDate } from './dates'
import { type Translate, translator } from './texts'

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
