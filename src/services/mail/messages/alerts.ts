import { type Message, note, quote, text } from '@/services/mail/message'
import type { AlertKind } from '@/store/db/schema/columns'

/** Details of a server error, by name, for logs and messages. */
export type AlertFacts = Readonly<Record<string, string>>

/** Alerts an administrator to a server error. */
export const ownerAlert =
  (kind: AlertKind, facts: AlertFacts): Message =>
  (context) => ({
    subject: context.text(`alert.${kind}.subject`),
    blocks: [
      text(context.text(`alert.${kind}.intro`)),
      quote(
        Object.entries(facts)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      ),
      note(context.text('alert.once_a_day')),
    ],
  })
