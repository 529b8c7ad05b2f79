import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Person, refreshPeople, tie } from '@/web/api/people'
import { ErrorNote } from '@/web/components/ErrorNote'
import { FollowButton } from '@/web/components/FollowButton'
import { UserPicture } from '@/web/components/UserPicture'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import classes from './UserScreen.module.css'

/** Who somebody is, as far as they tell, and what can be done about them. */
export function PersonHeading({ person }: { person: Partial<Person> }) {
  const client = useQueryClient()
  const profile = useProfile()
  const { username = '', picture = false, blocked } = person
  const change = useMutation({ mutationFn: tie, onSettled: () => refreshPeople(client) })
  const own = profile?.username === username
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ')
  const facts = [
    name,
    person.location,
    t('equipment.workouts', { count: person.nb_workouts ?? 0 }),
    t('people.followers', { count: person.followers ?? 0 }),
    t('people.following', { count: person.following ?? 0 }),
    person.follows === 'true' && !own && t('people.followsYou'),
  ]
  return (
    <>
      <header className={classes.head}>
        <UserPicture username={username} picture={picture} size={84} />
        <div className={classes.names}>
          <h1>{username}</h1>
          <p>{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <div className={classes.buttons}>
          {own && (
            <Button component={Link} to="/profile/edit/profile" variant="default" size="sm">
              {t('form.edit')}
            </Button>
          )}
          {profile && !own && (
            <>
              <FollowButton username={username} followed={person.is_followed_by} />
              <Button
                size="sm"
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ username, what: blocked ? 'unblock' : 'block' })}
              >
                {t(blocked ? 'people.unblock' : 'people.block')}
              </Button>
            </>
          )}
        </div>
      </header>
      <ErrorNote error={change.error} />
      {person.bio && <p className={classes.bio}>{person.bio}</p>}
    </>
  )
}
