import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestsQuery } from '@/web/api/accounts/new-members'
import { t } from '@/web/i18n/text'

/** A link to where people are invited and accounts are created. */
export const AddMembersLink = () => (
  <Button component={Link} to="/admin/new-members">
    {t('members.add')}
  </Button>
)

/** The number of people who wait for the approval of an account, with a link to them; nothing if there are none. */
export function WaitingRequests() {
  const count = useInfiniteQuery(requestsQuery).data?.pages[0]?.pagination.total ?? 0
  if (count === 0) return null
  return (
    <p>
      <Link to="/admin/new-members">{t('requests.count', { count })}</Link>
    </p>
  )
}
