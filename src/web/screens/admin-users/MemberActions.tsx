import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { changeMember, deleteMember, type Member, refreshMembers } from '@/web/api/accounts/members'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { ACCOUNT_RULES } from '@/web/components/forms/account-fields'
import { Choice } from '@/web/components/forms/Choice'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './MemberActions.module.css'
import { GIVEN_ROLES, roleName } from './role-names'
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
      <div className={classes.buttons}>
        {!self && <ActivityButton username={username} active={member.is_active !== false} />}
        <ResetPasswordButton username={username} mails={mails} />
        {!self && <DeleteMember username={username} />}
      </div>
      <p className={classes.remark}>
        <Link to="/admin/reports" search={{ reporter: username }}>
          {t('members.reports')}
        </Link>
      </p>
    </div>
  )
}

/** Activates or deactivates an account. */
function ActivityButton({ username, active }: { username: string; active: boolean }) {
  const change = useMemberChange(username)
  return (
    <>
      <BusyButton
        variant={active ? 'default' : 'filled'}
        busy={change.isPending}
        onClick={() => change.mutate({ activate: !active })}
      >
        {t(active ? 'members.deactivate' : 'members.activate')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </>
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
  const reset = useMutation({ mutationFn: () => changeMember(username, { reset_password: true }) })
  return (
    <>
      <ConfirmButton
        label={t('members.resetPassword')}
        title={t('members.resetTitle', { username })}
        text={t(mails ? 'members.resetByMail' : 'members.resetWithoutMail', { username })}
        confirm={t('members.resetPassword')}
        action={reset}
      />
      {reset.isSuccess && <Notice>{t('members.resetDone')}</Notice>}
    </>
  )
}

/** Changes the role of a user. */
function RoleForm({ username, role }: { username: string; role: string }) {
  const change = useMemberChange(username)
  const [chosen, choose] = useState(role)
  return (
    <form
      className={classes.inline}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ role: chosen })
      }}
    >
      <Choice
        label={t('members.role')}
        options={GIVEN_ROLES.map((value) => ({ value: value as string, label: roleName(value) }))}
        value={chosen}
        onChange={choose}
      />
      <BusyButton
        type="submit"
        variant="default"
        size="md"
        disabled={chosen === role}
        busy={change.isPending}
      >
        {t('members.giveRole')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </form>
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
  const change = useMemberChange(username)
  const form = useForm({ initialValues: { email }, validate: { email: ACCOUNT_RULES.email } })
  return (
    <form
      className={classes.inline}
      noValidate
      onSubmit={form.onSubmit((fields) => change.mutate({ new_email: fields.email }))}
    >
      <TextInput
        label={t('account.email.label')}
        description={t(mails ? 'members.emailConfirmed' : 'members.emailAtOnce')}
        type="email"
        size="md"
        {...form.getInputProps('email')}
      />
      <BusyButton
        type="submit"
        variant="default"
        size="md"
        disabled={form.values.email === email}
        busy={change.isPending}
      >
        {t('members.changeEmail')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </form>
  )
}
