import type { Member } from '@/web/api/accounts/members'
import { ExpandButton } from '@/web/components/feedback/ExpandButton'
import classes from '@/web/components/lists/ItemList.module.css'
import { PersonItem } from '@/web/components/lists/PeopleList'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { MemberActions } from './MemberActions'
import { describeUsage } from './member-usage'
import { roleName } from './role-names'

/** One account; expands to show its actions. */
export function MemberItem({
  member,
  open,
  onToggle,
}: {
  member: Member
  open: boolean
  onToggle: () => void
}) {
  const preferences = usePreferences()
  const { username, email } = member
  const facts = [
    email,
    t('equipment.workouts', { count: member.nb_workouts }),
    t('members.since', { date: formatDate(new Date(member.created_at), preferences) }),
  ]
  return (
    <li>
      <PersonItem
        person={member}
        badges={<MemberBadges member={member} />}
        facts={[facts.filter(Boolean).join(' · '), describeUsage(member, preferences)]}
      >
        <ExpandButton
          text={t('members.manage')}
          label={t('members.manageOne', { username })}
          expanded={open}
          onToggle={onToggle}
        />
      </PersonItem>
      {open && (
        <div className={classes.body}>
          <MemberActions member={member} />
        </div>
      )}
    </li>
  )
}

function MemberBadges({ member }: { member: Member }) {
  return (
    <>
      {member.role !== 'user' && <Badge tone="good">{roleName(member.role)}</Badge>}
      {member.is_active === false && <Badge>{t('members.inactive')}</Badge>}
      {member.suspended_at && <Badge tone="bad">{t('members.suspended')}</Badge>}
    </>
  )
}
