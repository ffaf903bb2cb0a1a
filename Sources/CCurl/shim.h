#ifndef IGATA_CCURL_SHIM_H
#define IGATA_CCURL_SHIM_H

#include <curl/curl.h>

/* Swift can't call functions that take any number of arguments. The names stand in parentheses as they are macros,
   too, which check the types of constants. */

static inline CURLcode igata_curl_set_number(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode igata_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode igata_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode igata_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode igata_curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value) {
  return (curl_easy_setopt)(handle, option, value);
}

/* A number to know a handle by. */
static inline CURLcode igata_curl_set_tag(CURL *handle, long tag) {
  return (curl_easy_setopt)(handle, CURLOPT_PRIVATE, (void *)tag);
}

static inline long igata_curl_tag(CURL *handle) {
  char *tag = NULL;
  (curl_easy_getinfo)(handle, CURLINFO_PRIVATE, &tag);
  return (long)tag;
}

static inline CURLcode igata_curl_set_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static inline long igata_curl_status(CURL *handle) {
  long status = 0;
  (curl_easy_getinfo)(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/* Where the answer says that what was asked for is; lives as long as the handle. */
static inline const char *igata_curl_redirection(CURL *handle) {
  char *url = NULL;
  (curl_easy_getinfo)(handle, CURLINFO_REDIRECT_URL, &url);
  return url;
}

#endif
