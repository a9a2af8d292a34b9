/** The user agent of requests that a person sends from the dashboard. */
export const DASHBOARD_USER_AGENT = 'Serai dashboard';
