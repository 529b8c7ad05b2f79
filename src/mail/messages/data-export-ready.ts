import { action, text } from '@/mail/content'
import type { Message } from '@/mail/letter'

/** Tells that the archive of somebody's data can be fetched. */
export const dataExportReady: Message = (letter) => ({
  subject: letter.text('data_export_ready.subject'),
  blocks: [
    text(letter.text('data_export_ready.intro')),
    action(letter.text('data_export_ready.action'), letter.link('/profile/edit/account')),
  ],
})
