import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { about, reasonFor, type SanctionedContent } from '@/mail/sanctions'

/** What can be appealed against. */
type Appealable = 'user_suspension' | 'user_warning' | 'comment_suspension' | 'workout_suspension'

interface Rejection {
  against: Appealable
  reason: string | null
  content: SanctionedContent | undefined
}

/** Tells that a decision stands. */
export const appealRejected =
  ({ against, reason, content }: Rejection): Message =>
  (letter) => ({
    subject: letter.text('appeal_rejected.subject'),
    blocks: [
      text(letter.text(`appeal_rejected.${against}`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
    ],
  })
