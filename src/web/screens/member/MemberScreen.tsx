import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sanctionMember } from '@/web/api/accounts/moderation'
import { type Person, personQuery } from '@/web/api/accounts/people'
import { isNotFound } from '@/web/api/client/api-error'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { ActionDialog } from '@/web/components/moderation/ActionDialog'
import { possibleActions } from '@/web/components/moderation/possible-actions'
import { Page } from '@/web/components/page/Page'
import { Badge } from '@/web/components/people/Badge'
import { UserPicture } from '@/web/components/people/UserPicture'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { roleName } from '@/web/screens/admin-users/role-names'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { showMessage } from '@/web/state/messages'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { AccountActions } from './AccountActions'
import type { ChosenAction } from './chosen-action'
import { MemberNotes } from './MemberNotes'
import { MemberReports } from './MemberReports'
import classes from './MemberScreen.module.css'
import { RecentContent } from './RecentContent'
import { SanctionHistory } from './SanctionHistory'

const route = getRouteApi('/member/admin/admin/members/$username')

/** What moderators know about a member, and what they can do. */
export function MemberScreen() {
  const { username } = route.useParams()
  const { data: person, error, refetch } = useQuery(personQuery(username))
  if (isNotFound(error)) return <NotFoundScreen />
  return (
    <Page wide title={username}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {person && <MemberView key={person.username} person={person} />}
    </Page>
  )
}

function MemberView({ person }: { person: Partial<Person> }) {
  const [chosen, choose] = useState<ChosenAction | null>(null)
  const { username = '', role = 'user', suspended_at = null } = person
  const user = { username, role, suspended_at }
  const actions = possibleActions(useProfile(), { user })
  return (
    <>
      <MemberFacts person={person} />
      <div className={classes.columns}>
        <div className={classes.part}>
          <SanctionHistory person={person} />
          <MemberReports username={username} />
          <RecentContent username={username} canAct={actions.length > 0} onChoose={choose} />
        </div>
        <div className={classes.part}>
          <AccountActions actions={actions} onChoose={choose} />
          <MemberNotes username={username} />
        </div>
      </div>
      <ActionDialog
        username={username}
        draft={`${username}.${chosen?.content?.id ?? chosen?.action.type}`}
        action={chosen?.action ?? null}
        onTake={async ({ type }, reason) => {
          await sanctionMember(username, { action_type: type, reason, content: chosen?.content })
          showMessage({ text: t('act.done', { name: username }) })
        }}
        onClose={() => choose(null)}
      />
    </>
  )
}

/** Who the member is, and a link to the profile. */
function MemberFacts({ person }: { person: Partial<Person> }) {
  const preferences = usePreferences()
  const { username = '', picture = false, role = 'user', nb_workouts = 0 } = person
  const facts = [
    person.email,
    t('equipment.workouts', { count: nb_workouts }),
    person.created_at &&
      t('members.since', { date: formatDate(new Date(person.created_at), preferences) }),
  ]
  return (
    <div className={classes.facts}>
      <UserPicture username={username} picture={picture} size={48} />
      <div>
        <p className={classes.line}>
          {role !== 'user' && <Badge tone="good">{roleName(role)}</Badge>}
          {person.is_active === false && <Badge>{t('members.inactive')}</Badge>}
          {person.suspended_at && <Badge tone="bad">{t('members.suspended')}</Badge>}
          <Link to="/users/$username" params={{ username }}>
            {t('member.profile')}
          </Link>
        </p>
        <p className={classes.soft}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}
