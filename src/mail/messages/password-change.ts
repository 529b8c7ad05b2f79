import type { Device } from '@/lib/user-agent'
import { note, text } from '@/mail/content'
import { askedFrom, type Message } from '@/mail/letter'

/** Tells that the password is another one now. */
export const passwordChange =
  (device: Device | undefined): Message =>
  (letter) => ({
    subject: letter.text('password_change.subject'),
    blocks: [
      text(letter.text('password_change.intro')),
      ...askedFrom(letter, device),
      note(letter.text('password_change.not_you')),
    ],
  })
