import { publicScreen, text, texts } from './base'

type TokenSearch = { token?: string | undefined }

const parseToken = (search: Record<string, unknown>): TokenSearch => ({ token: text(search.token) })

/** Public routes: signing in, pages that emails link to, and information about the server. */
export const signedOutRoutes = [
  publicScreen(
    '/setup',
    () => import('@/web/screens/setup/SetupScreen'),
    'SetupScreen',
    parseToken,
  ),
  publicScreen(
    '/login',
    () => import('@/web/screens/login/LoginScreen'),
    'LoginScreen',
    (search): { from?: string | undefined } => ({ from: text(search.from) }),
  ),
  publicScreen(
    '/login/callback',
    () => import('@/web/screens/login-callback/LoginCallbackScreen'),
    'LoginCallbackScreen',
    texts('code', 'error', 'iss', 'state'),
  ),
  publicScreen(
    '/register',
    () => import('@/web/screens/register/RegisterScreen'),
    'RegisterScreen',
    parseToken,
  ),
  publicScreen(
    '/account-confirmation',
    () => import('@/web/screens/confirm-account/ConfirmAccountScreen'),
    'ConfirmAccountScreen',
    parseToken,
  ),
  publicScreen(
    '/account-confirmation/resend',
    () => import('@/web/screens/request-email/RequestEmailScreens'),
    'ResendConfirmationScreen',
  ),
  publicScreen(
    '/password-reset/request',
    () => import('@/web/screens/request-email/RequestEmailScreens'),
    'RequestResetScreen',
  ),
  publicScreen(
    '/password-reset',
    () => import('@/web/screens/reset-password/ResetPasswordScreen'),
    'ResetPasswordScreen',
    parseToken,
  ),
  publicScreen(
    '/email-update',
    () => import('@/web/screens/confirm-email/ConfirmEmailScreen'),
    'ConfirmEmailScreen',
    parseToken,
  ),
  publicScreen(
    '/handbook',
    () => import('@/web/screens/handbook/HandbookScreens'),
    'HandbookScreen',
  ),
  publicScreen(
    '/handbook/$topic',
    () => import('@/web/screens/handbook/HandbookScreens'),
    'HandbookPageScreen',
  ),
  publicScreen('/about', () => import('@/web/screens/about/AboutScreen'), 'AboutScreen'),
  publicScreen(
    '/privacy-policy',
    () => import('@/web/screens/privacy/PrivacyScreen'),
    'PrivacyScreen',
  ),
] as const
