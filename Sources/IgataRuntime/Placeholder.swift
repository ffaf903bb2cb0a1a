// IgataRuntime
