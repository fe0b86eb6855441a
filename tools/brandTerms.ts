import { neutralNames, type BrandTerms } from '../contract/brandTerms';

export const HELP_ON_TERMS =
	"PCD_CHAT_APP, PCD_PROFILE_URL_FIELD and PCD_SPREADSHEET are the service's own terms, as in the credential.";

/** The service's own terms, as in the credential, from the environment. */
export const brandTermsOf = ({
	PCD_CHAT_APP,
	PCD_PROFILE_URL_FIELD,
	PCD_SPREADSHEET,
}: NodeJS.ProcessEnv): BrandTerms => ({
	chatApp: PCD_CHAT_APP ?? neutralNames.chatApp,
	socialUrl: PCD_PROFILE_URL_FIELD ?? neutralNames.socialUrl,
	spreadsheet: PCD_SPREADSHEET ?? neutralNames.spreadsheet,
});
