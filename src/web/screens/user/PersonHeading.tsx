import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Person } from '@/web/api/accounts/people'
import { Badge } from '@/web/components/people/Badge'
import { BlockButton } from '@/web/components/people/BlockButton'
import { FollowButton } from '@/web/components/people/FollowButton'
import { ReportButton } from '@/web/components/people/ReportButton'
import { UserPicture } from '@/web/components/people/UserPicture'
import { type DatePreferences, formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useRole } from '@/web/state/role'
import classes from './UserScreen.module.css'

/** A user's name and profile, with buttons to follow, block or report them. */
export function PersonHeading({ person }: { person: Partial<Person> }) {
  const preferences = usePreferences()
  const profile = useProfile()
  const { username = '', picture = false, blocked } = person
  const own = profile?.username === username
  const moderates = useRole('moderator') ?? false
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ')
  const facts = [
    name,
    person.location,
    person.birth_date && formatBirthday(person.birth_date, preferences),
    person.follows === 'true' && !own && t('people.followsYou'),
  ]
  return (
    <>
      <header className={classes.head}>
        <UserPicture username={username} picture={picture} size={84} />
        <div className={classes.names}>
          <h1>
            {username}
            {person.suspended_at && <Badge tone="bad">{t('members.suspended')}</Badge>}
          </h1>
          <p>{facts.filter(Boolean).join(' · ')}</p>
          <FollowCounts person={person} linked={profile !== undefined} />
        </div>
        <div className={classes.buttons}>
          {own && (
            <Button component={Link} to="/profile/edit/profile" variant="default" size="sm">
              {t('form.edit')}
            </Button>
          )}
          {moderates && (
            <Button
              variant="default"
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to="/admin/members/$username" params={{ username }} />
              )}
            >
              {t('member.moderation')}
            </Button>
          )}
          {profile && !own && (
            <>
              {!blocked && <FollowButton username={username} followed={person.is_followed_by} />}
              <BlockButton key={String(blocked)} username={username} blocked={blocked ?? false} />
              {canBeReported(person) && (
                <ReportButton
                  target={{ object_type: 'user', object_id: username }}
                  variant="button"
                />
              )}
            </>
          )}
        </div>
      </header>
      {person.bio && <p className={classes.bio}>{person.bio}</p>}
    </>
  )
}

/** Suspended and inactive accounts cannot be reported. */
const canBeReported = ({ suspended_at, is_active }: Partial<Person>): boolean =>
  !suspended_at && is_active !== false

/** A birthday is the same day in every time zone. */
const formatBirthday = (date: string, preferences: DatePreferences): string =>
  t('person.born', { date: formatDate(new Date(date), { ...preferences, timeZone: 'UTC' }) })

function FollowCounts({ person, linked }: { person: Partial<Person>; linked: boolean }) {
  const { username = '', followers = 0, following = 0 } = person
  const counts = [
    ['/users/$username/followers', t('people.followers', { count: followers })],
    ['/users/$username/following', t('people.following', { count: following })],
  ] as const
  return (
    <p className={classes.follows}>
      {counts.map(([to, text]) =>
        linked ? (
          <Link key={to} to={to} params={{ username }}>
            {text}
          </Link>
        ) : (
          <span key={to}>{text}</span>
        ),
      )}
    </p>
  )
}
