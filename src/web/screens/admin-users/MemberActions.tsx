import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/config'
import type { Member } from '@/web/api/members'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { ActivityButton } from './ActivityButton'
import { DeleteMember } from './DeleteMember'
import classes from './MemberActions.module.css'
import { NewEmailForm } from './NewEmailForm'
import { ResetPasswordButton } from './ResetPasswordButton'
import { RoleForm } from './RoleForm'

/** Everything an administrator can do about an account. The owner's can be changed by nobody else. */
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
