import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type RegistrationRequest,
  refreshNewMembers,
  rejectRequest,
} from '@/web/api/accounts/new-members'
import { Dialog } from '@/web/components/feedback/Dialog'
import { DialogForm } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'

/** Asks for the reason before an applicant is rejected. */
export function RejectDialog({
  request,
  mails,
  onClose,
}: {
  request: RegistrationRequest | null
  mails: boolean
  onClose: () => void
}) {
  const title = request ? t('requests.rejectTitle', { username: request.username }) : ''
  return (
    <Dialog opened={request !== null} onClose={onClose} title={title}>
      {request && (
        <RejectForm
          username={request.username}
          // Nothing is sent to an address that may belong to someone else.
          notifies={mails && request.confirmed_at !== null}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function RejectForm({
  username,
  notifies,
  onClose,
}: {
  username: string
  notifies: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const { form, deleteDraft } = useTextForm(`registration.${username}`, { isOptional: true })
  const rejection = useMutation({
    mutationFn: (reason: string) => rejectRequest(username, reason.trim() || null),
    onSuccess: async () => {
      deleteDraft()
      await refreshNewMembers(client)
      onClose()
    },
  })
  return (
    <DialogForm
      submit={t('requests.reject')}
      button={{ color: 'red.8' }}
      saving={rejection}
      onCancel={onClose}
      onSubmit={form.onSubmit(({ text }) => rejection.mutate(text))}
    >
      <p>{t('requests.rejectText')}</p>
      {notifies ? (
        <Textarea
          label={t('act.reason')}
          minRows={3}
          autosize
          size="md"
          {...withHint(form.getInputProps('text'), t('act.reasonHint'))}
        />
      ) : (
        <p>{t('requests.noMessage')}</p>
      )}
    </DialogForm>
  )
}
