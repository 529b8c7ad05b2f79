import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import { changeMember, deleteMember, type Member, refreshMembers } from '@/web/api/accounts/members'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'
import { useProfile } from '@/web/state/profile'
import classes from './MemberActions.module.css'
import { QuotaForm } from './QuotaForm'
import { RoleForm } from './RoleForm'
import { useMemberChange } from './use-member-change'

/** All actions of an administrator on an account. Only the owner can change the owner's account. */
export function MemberActions({ member }: { member: Member }) {
  const mails = useQuery(configQuery).data?.is_email_sending_enabled ?? false
  const self = useProfile()?.username === member.username
  const { username, role } = member
  if (role === 'owner') return <p className={classes.remark}>{t('members.owner', { username })}</p>
  return (
    <div className={classes.actions}>
      <RoleForm username={username} role={role} />
      <NewEmailForm username={username} email={member.email ?? ''} mails={mails} />
      <QuotaForm key={member.quota_bytes} member={member} />
      <div className={classes.buttons}>
        {!self && <ActivityButton username={username} active={member.is_active !== false} />}
        <ResetPasswordButton username={username} mails={mails} />
        {!self && <EndSessionsButton username={username} />}
        {!self && member.has_two_factor && <DisableTwoFactorButton username={username} />}
        {!self && <DeleteMember username={username} />}
      </div>
      <p className={classes.remark}>
        <Link to="/admin/members/$username" params={{ username }}>
          {t('member.moderation')}
        </Link>
        {' · '}
        <Link to="/admin/reports" search={{ reporter: username }}>
          {t('members.reports')}
        </Link>
      </p>
    </div>
  )
}

/** Activates or deactivates an account after a confirmation. */
function ActivityButton({ username, active }: { username: string; active: boolean }) {
  const change = useMemberChange(username, () => ({ activate: !active }))
  const label = t(active ? 'members.deactivate' : 'members.activate')
  return (
    <ConfirmButton
      label={label}
      title={t(active ? 'members.deactivateTitle' : 'members.activateTitle', { username })}
      text={t(active ? 'members.deactivateText' : 'members.activateText', { username })}
      confirm={label}
      isHarmless={!active}
      action={change}
    />
  )
}

/** Deletes a user's account after a confirmation. */
function DeleteMember({ username }: { username: string }) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteMember(username),
    onSuccess: () => refreshMembers(client),
  })
  return (
    <ConfirmButton
      label={t('account.delete')}
      title={t('account.deleteTitle', { username })}
      text={t('members.deleteText')}
      confirm={t('account.delete')}
      action={deletion}
    />
  )
}

/** Invalidates the password of an account, so that its user has to choose a new one. */
function ResetPasswordButton({ username, mails }: { username: string; mails: boolean }) {
  const reset = useMutation({
    mutationFn: () => changeMember(username, { reset_password: true }),
    onSuccess: () => showMessage({ text: t('members.resetDone', { username }) }),
  })
  return (
    <ConfirmButton
      label={t('members.resetPassword')}
      title={t('members.resetTitle', { username })}
      text={t(mails ? 'members.resetByMail' : 'members.resetWithoutMail', { username })}
      confirm={t('members.resetPassword')}
      action={reset}
    />
  )
}

/** Ends all sessions of an account, for example after a device was lost. */
function EndSessionsButton({ username }: { username: string }) {
  const change = useMemberChange(username, () => ({ end_sessions: true }))
  return (
    <ConfirmButton
      label={t('members.endSessions')}
      title={t('members.endSessionsTitle', { username })}
      text={t('members.endSessionsText', { username })}
      confirm={t('members.endSessions')}
      action={change}
    />
  )
}

/** Turns two-factor login of an account off, after its device was lost. */
function DisableTwoFactorButton({ username }: { username: string }) {
  const change = useMemberChange(username, () => ({ disable_two_factor: true }))
  return (
    <ConfirmButton
      label={t('members.disableTwoFactor')}
      title={t('members.disableTwoFactorTitle', { username })}
      text={t('members.disableTwoFactorText', { username })}
      confirm={t('members.disableTwoFactor')}
      action={change}
    />
  )
}

/** Changes the email address of an account whose user no longer has access to the old one. */
function NewEmailForm({
  username,
  email,
  mails,
}: {
  username: string
  email: string
  mails: boolean
}) {
  const change = useMemberChange(username, (new_email: string) => ({ new_email }))
  const form = useForm({ initialValues: { email }, validate: { email: ACCOUNT_RULES.email } })
  return (
    <Form
      submit={t('members.changeEmail')}
      button={{ variant: 'default' }}
      layout={classes.email}
      saving={change}
      once
      onSubmit={form.onSubmit((fields) => {
        if (fields.email !== email) change.mutate(fields.email)
      })}
    >
      <TextInput
        label={t('account.email.label')}
        type="email"
        size="md"
        {...withHint(
          form.getInputProps('email'),
          t(mails ? 'members.emailConfirmed' : 'members.emailAtOnce'),
        )}
      />
    </Form>
  )
}
