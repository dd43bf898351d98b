import { ApiError } from '@primazia/kit';

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_credentials';
