import german from '@/domain/reference/locales/de/mail.json'
import english from '@/domain/reference/locales/en/mail.json'
import spanish from '@/domain/reference/locales/es/mail.json'
import french from '@/domain/reference/locales/fr/mail.json'
import italian from '@/domain/reference/locales/it/mail.json'
import dutch from '@/domain/reference/locales/nl/mail.json'
import polish from '@/domain/reference/locales/pl/mail.json'
import portuguese from '@/domain/reference/locales/pt/mail.json'
import type { Device } from '@/lib/network/user-agent'
import { fillText } from '@/lib/text/escape-markup'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { mailDate } from './dates'

export type TextKey = keyof typeof english

/** Languages of messages. Users of any other language get English. */
const CATALOGUES: Record<string, Partial<Record<TextKey, string>>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
}

/** Translates a text to the recipient's language, and replaces `{name}` by the value of that name. */
export type Translate = (key: TextKey, values?: Record<string, string>) => string

/** Returns the translator for a language. Missing texts are in English. */
export function translator(language: string): Translate {
  const catalogue = CATALOGUES[language] ?? {}
  return (key, values = {}) => fillText(catalogue[key] ?? english[key], values)
}

/** The language that a message is written in. */
export const languageOfMail = (language: string): string =>
  language in CATALOGUES ? language : 'en'

/** One part of a message, in reading order. */
export type Block =
  | { kind: 'text'; text: string }
  /** A link that the reader is expected to follow. */
  | { kind: 'action'; label: string; url: string }
  /** Text by another person, such as a reason or a comment. */
  | { kind: 'quote'; text: string }
  /** An image with its alternative text. */
  | { kind: 'image'; text: string; url: string }
  /** A less important text. */
  | { kind: 'note'; text: string }

/** The content of a message, before it is rendered as text and HTML. */
export interface MailContent {
  /** Without the product's name, which is added in front. */
  subject: string
  blocks: Block[]
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })
export const quote = (words: string): Block => ({ kind: 'quote', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const image = (words: string, url: string): Block => ({ kind: 'image', text: words, url })

/** The user who receives a message, with the preferences for its language and dates. */
export type Recipient = Pick<
  UserRow,
  'username' | 'email' | 'language' | 'timezone' | 'date_format'
>

/** The recipient's functions for writing a message. */
export interface MessageContext {
  username: string
  text: Translate
  /** Converts a path of this server to a URL. */
  link: (path: string) => string
  /** Formats a date and time in the recipient's preferences. */
  date: (instant: number) => string
}

/** A kind of message. Writes its content for a recipient. */
export type Message = (context: MessageContext) => MailContent

/** Creates the functions for writing a message to a recipient, from the server at `uiUrl`. */
export function messageContext(recipient: Recipient, uiUrl: string): MessageContext {
  return {
    username: recipient.username,
    text: translator(recipient.language),
    link: (path) => `${uiUrl}${path}`,
    date: (instant) => mailDate(instant, recipient),
  }
}

/** The device that sent the request, if known. */
export const requestedFrom = ({ text }: MessageContext, device: Device | undefined): Block[] =>
  device ? [note(text('common.device', { os: device.os, browser: device.browser }))] : []
