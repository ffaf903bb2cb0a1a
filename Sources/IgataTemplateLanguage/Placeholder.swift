// IgataTemplateLanguage
