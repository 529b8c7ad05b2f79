import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { MessageScreen } from '@/web/components/MessageScreen'
import { t } from '@/web/i18n/text'
import { useSessionToken } from '@/web/state/session'

/** For addresses that lead nowhere, or where visitors are not shown what members may see. */
export function NotFoundScreen() {
  const isMember = useSessionToken() !== null
  const { href } = useLocation()
  return (
    <MessageScreen plate="404" title={t('notFound.title')} text={t('notFound.text')}>
      {isMember ? (
        <Button component={Link} to="/">
          {t('notFound.home')}
        </Button>
      ) : (
        <Button renderRoot={(props) => <Link to="/login" search={{ from: href }} {...props} />}>
          {t('nav.logIn')}
        </Button>
      )}
    </MessageScreen>
  )
}
