import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useSessionToken } from '@/web/api/client/session'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { t } from '@/web/i18n/text'

/** For unknown URLs, and for pages that visitors may not see. */
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
